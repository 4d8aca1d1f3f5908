import { expect } from 'vitest';

/** What the cases say in words, by the id of the case. */
export const properties: Readonly<Record<string, (output: Record<string, unknown>) => void>> = {
  // x^8+x^4+1: three factors of degrees 2, 2, 4; the product is the operation's own check.
  'poly-02': (output) => {
    expect(degrees(output)).toEqual([2, 2, 4]);
    expect(factors(output).every(({ multiplicity }) => multiplicity === 1)).toBe(true);
  },
  's-fac-01': (output) => expect(degrees(output)).toEqual([16]),
  // sqrt 2 as an algebraic number, never a decimal.
  'smt-04': (output) => {
    const [binding] = output['model'] as { name: string; value: Record<string, unknown> }[];
    expect(binding?.value['polynomial']).toMatchObject({
      variables: ['x'],
      terms: [
        { coefficient: '1', exponents: [2] },
        { coefficient: '-2', exponents: [0] },
      ],
    });
    expect(binding?.value['interval']).toHaveProperty('lower');
  },
  'gr-01': (output) => expect(output['automorphism_count']).toBe('120'),
  'nf-01': (output) => expect(output).toMatchObject({ class_number: '2', abelian_invariants: ['2'] }),
  's-cls-01': (output) => expect(output).toMatchObject({ abelian_invariants: ['3', '9'] }),
  'lean-03': (output) => expect(output['missing_imports']).toEqual(['Mathlib']),
};

interface Factor {
  readonly factor: { readonly terms: readonly { readonly exponents: readonly number[] }[] };
  readonly multiplicity: number;
}

function factors(output: Record<string, unknown>): readonly Factor[] {
  return output['factors'] as readonly Factor[];
}

function degrees(output: Record<string, unknown>): number[] {
  return factors(output).map(({ factor }) => factor.terms[0]?.exponents[0] ?? 0);
}
