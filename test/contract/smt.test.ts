import { describe, expect, it } from 'vitest';
import { laneGateway } from '../support/gateway.js';
import { laneBackends } from '../support/lane.js';

/** What real solvers print, on every transport: answers must be canonical, refusals must say where. */
const gateway = laneGateway();
const transports = laneBackends().includes('z3') ? (['subprocess', 'embedded'] as const) : [];

const root = (index: number) => ({ polynomial: { domain: 'ZZ', variables: ['x'] }, real_root_index: index });
const eitherRoot = expect.objectContaining({ interval: expect.anything() as unknown }) as unknown;
const list = '(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))';
const nil = { constructor: 'nil', fields: [] };

describe.each(transports)('smt.solve (%s)', (transport) => {
  const solve = async (smtlib: string, wall_ms?: number) => {
    const budget = wall_ms === undefined ? {} : { budget: { wall_ms } };
    const { output } = await gateway.run('smt.solve', { logic: 'ALL', smtlib }, { transport, ...budget });
    return output;
  };
  const valuesOf = async (smtlib: string) => (await solve(smtlib)).model?.map(({ value }) => value);

  it('algebraic numbers are canonical inside arrays and datatypes', async () => {
    expect(
      await valuesOf('(declare-const a (Array Int Real))(assert (= (* (select a 1) (select a 1)) 2.0))'),
    ).toMatchObject([{ default: eitherRoot, entries: [] }]);
    expect(
      await valuesOf(
        '(declare-datatypes ((P 0)) (((mk (x Real) (y Real)))))(declare-const p P)(assert (= (* (x p) (x p)) 2.0))(assert (> (x p) (y p) 0.5))',
      ),
    ).toMatchObject([{ constructor: 'mk', fields: [root(1), expect.anything()] }]);
    expect(
      await valuesOf(
        '(declare-const a (Array Real Int))(declare-const x Real)(assert (= (* x x) 2.0))(assert (< x 0.0))(assert (= (select a x) 7))(assert (= (select a 0.5) 8))',
      ),
    ).toMatchObject([{ default: '8', entries: [{ index: root(0), value: '7' }] }, root(0)]);
  });

  it('a recursive definition that no function satisfies has no model', async () => {
    for (const script of [
      '(define-fun-rec f ((n Int)) Int (+ 1 (f n)))(check-sat)',
      '(define-fun-rec f ((n Int)) Int (+ 1 (f n)))(declare-const x Int)(assert (= x (f 0)))',
      '(define-fun-rec f ((n Int)) Bool (not (f n)))(declare-const b Bool)(assert (= b (f 0)))',
    ]) {
      // Some releases unfold such a definition without end.
      expect((await solve(script, 3_000)).outcome).not.toBe('SAT');
    }
    const factorial = '(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (* n (f (- n 1)))))';
    expect((await solve(`${factorial}(assert (= (f 5) 121))`)).outcome).toBe('UNSAT');
  });

  it('lambdas are tables where they are, definitions where not', async () => {
    const forAll = (body: string, sort = 'Int') =>
      `(declare-const a (Array Int ${sort}))(assert (forall ((i Int)) (= (select a i) ${body})))`;
    expect(await valuesOf(forAll('(ite (or (= i 3) (= i 4)) 7 1)'))).toEqual([
      { default: '1', entries: ['3', '4'].map((index) => ({ index, value: '7' })) },
    ]);
    expect(await valuesOf(forAll('(or (= i 3) (= i 4))', 'Bool'))).toEqual([
      { default: false, entries: ['3', '4'].map((index) => ({ index, value: true })) },
    ]);
    expect(await valuesOf('(declare-const a (Array Int Int))(assert (= a (lambda ((i Int)) (* 2 i))))')).toEqual([
      { parameters: ['Int'], definition: '(* 2 x0)' },
    ]);
  });

  it('divisibility is understood', async () => {
    expect(await valuesOf('(declare-const x Int)(assert ((_ divisible 7) x))(assert (< 4 x 10))')).toEqual(['7']);
  });

  it('datatypes with parameters', async () => {
    expect(
      await solve(`${list}(declare-const x (List Int))(declare-const y (List (List Int)))
        (assert (= y (cons x (as nil (List (List Int))))))(assert (= x (cons 1 (as nil (List Int)))))`),
    ).toMatchObject({
      outcome: 'SAT',
      model: [
        { name: 'x', sort: '(List Int)', value: { constructor: 'cons', fields: ['1', nil] } },
        {
          name: 'y',
          sort: '(List (List Int))',
          value: { constructor: 'cons', fields: [{ constructor: 'cons', fields: ['1', nil] }, nil] },
        },
      ],
    });
    expect(await solve(`${list}(declare-const x (List Bool))(assert (= x (cons true x)))`)).toEqual({
      outcome: 'UNSAT',
    });
    expect(
      await solve(`${list}(declare-datatypes ((Tree 1)) ((par (T) ((node (val T) (kids (List (Tree T))))))))
        (declare-const t (Tree Int))(assert (= (val (head (kids t))) 9))(assert ((_ is cons) (kids t)))`),
    ).toMatchObject({ outcome: 'SAT' });
  });

  it('an UNKNOWN says why', async () => {
    const cubes =
      '(declare-const x Int)(declare-const y Int)(declare-const z Int)(assert (= (+ (* x x x) (* y y y) (* z z z)) 114))';
    const increasing =
      '(declare-fun f (Int) Int)(assert (forall ((x Int)(y Int)) (=> (< x y) (< (f x) (f y)))))(assert (forall ((x Int)) (> (f (f x)) (* x x))))';
    for (const script of [cubes, increasing]) {
      expect(await solve(script, 2_000)).toMatchObject({
        outcome: 'UNKNOWN',
        exhausted: 'time',
        reason: expect.stringMatching(/^(timeout|the time limit was reached)$/) as string,
      });
    }
  });

  it('a refusal of the engine says of which line, also in a session that has served others', async () => {
    for (const before of ['\n\n', '(declare-const more Int)\n', '']) {
      const line = before.split('\n').length + 1;
      const script = `${before}(declare-const c Int)\n(declare-datatypes ((T 0)) (((leaf) (mk (f (Array T Int))))))\n(assert (= c 1))`;
      const failure: unknown = await solve(script).catch((caught: unknown) => caught);
      expect(failure).toMatchObject({
        code: 'INVALID_REQUEST',
        diagnostic: {
          errors: [
            {
              code: 'rejected_by_engine',
              message: `Line ${String(line)}: The solver does not read this command: datatype is not co-variant`,
            },
          ],
        },
      });
    }
  });

  it('a pattern that leaves out a variable is no failure', async () => {
    expect(
      await solve('(declare-fun f (Int) Int)(assert (forall ((x Int) (y Int)) (! (> (f x) y) :pattern ((f x)))))'),
    ).toMatchObject({ outcome: expect.stringMatching(/^UN/) as string });
  });
});

if (transports.length === 0)
  it('has no solver in this lane', () => {
    expect(laneBackends()).not.toContain('z3');
  });
