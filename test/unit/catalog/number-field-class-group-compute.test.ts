import { describe, expect, test } from 'vitest';
import {
  classGroupAnswer,
  classGroupTask,
  operation,
  type Found,
  type Output,
} from '../../../catalog/number-field/class-group-compute.js';

const input = operation.input.parse({ field: 'x^2+3299' });
const found: Found = {
  class_number: '27',
  discriminant: '-3299',
  real_embedding_count: 0,
  complex_embedding_pair_count: 1,
  basis: [
    [
      { num: '1', den: '1' },
      { num: '0', den: '1' },
    ],
    [
      { num: '-1', den: '2' },
      { num: '1', den: '2' },
    ],
  ],
  cyclic: [
    {
      order: '9',
      ideal: [
        ['3', '0'],
        ['1', '1'],
      ],
    },
    {
      order: '3',
      ideal: [
        ['23', '0'],
        ['15', '1'],
      ],
    },
  ],
};
const answer = (): Output => {
  const outcome = classGroupAnswer(input, found);
  if (outcome.kind !== 'ok') throw new Error('an answer was expected');
  return outcome.output;
};

test('invariants ascend and the ideals go with them', () => {
  expect(answer().abelian_invariants).toEqual(['3', '9']);
  expect(answer().ideal_representatives[0]?.entries[0]).toEqual(['23', '0']);
  expect(operation.verify(input, answer())).toBeNull();
});

test('GRH is a qualifier unless the answer is certified', () => {
  const open = classGroupAnswer(input, found);
  const proved = classGroupAnswer({ ...input, certified: true }, found);
  expect(open).toMatchObject({
    output: { proof: 'GRH' },
    report: { qualifiers: ['exact', 'deterministic', 'assumes-GRH'] },
  });
  expect(proved).toMatchObject({
    output: { proof: 'UNCONDITIONAL' },
    report: { qualifiers: ['exact', 'deterministic'] },
  });
});

test('an engine gets a monic polynomial', () => {
  expect(classGroupTask(operation.input.parse({ field: '2*x^2+10*x+27' }))).toEqual({
    coefficients: ['1', '10', '54'],
    certified: 0,
  });
});

describe('wrong answers are refused', () => {
  test.each<[Partial<Output>, string]>([
    [{ abelian_invariants: ['9', '3'] }, 'the invariants exceed 1 and divide each other'],
    [{ class_number: '9' }, 'the product of the invariants is the class number'],
    [{ real_embedding_count: 2, complex_embedding_pair_count: 0 }, 'the real embeddings are the real roots'],
    [{ field_discriminant: '-13196' }, 'the basis has the discriminant of the field'],
    [
      { class_number: '3', abelian_invariants: ['3'], ideal_representatives: [] },
      'there is one ideal for each invariant',
    ],
  ])('%j', (change, identity) => {
    expect(operation.verify(input, { ...answer(), ...change })).toBe(identity);
  });

  test('a wrong class number of an imaginary quadratic field', () => {
    const [ideal] = answer().ideal_representatives;
    const wrong = { class_number: '3', abelian_invariants: ['3'], ideal_representatives: ideal ? [ideal] : [] };
    expect(operation.verify(input, { ...answer(), ...wrong })).toBe('the class number counts the reduced forms');
  });
});

test.each(operation.examples)('example $name', ({ input: payload, output }) => {
  const parsed = operation.input.safeParse(payload);
  expect(parsed.success).toBe(true);
  if (output !== undefined && parsed.success)
    expect(operation.verify(parsed.data, operation.output.parse(output))).toBeNull();
});
