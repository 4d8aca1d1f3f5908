import { fit, unify, type Rule } from './fit.js';
import { apply, bool, int, real, type Term } from './term.js';

/** Sums and products take Ints or Reals, mixed ones as Reals. */
const nary =
  (name: string, least: number): Rule =>
  (given) => {
    const args = numbers(given);
    const sort = args?.[0]?.sort;
    return args === null || sort === undefined || args.length < least ? null : apply(name, args, sort);
  };

const comparison =
  (name: string): Rule =>
  (given) => {
    const args = numbers(given);
    return args === null || args.length < 2 ? null : apply(name, args, bool);
  };

const integers =
  (name: string, least: number, most: number): Rule =>
  (args) =>
    args.length >= least && args.length <= most && args.every(({ sort }) => sort.kind === 'Int')
      ? apply(name, args, int)
      : null;

const conversion =
  (name: string, result: typeof int): Rule =>
  (given) => {
    const args = fit(given, [real]);
    return args === null ? null : apply(name, args, result);
  };

export const arithmetic: readonly (readonly [string, Rule])[] = [
  ['+', nary('+', 1)],
  ['-', nary('-', 1)],
  ['*', nary('*', 1)],
  [
    '/',
    (given) => {
      const args = fit(
        given,
        given.map(() => real),
      );
      return args === null || args.length < 2 ? null : apply('/', args, real);
    },
  ],
  ['div', integers('div', 2, Number.POSITIVE_INFINITY)],
  ['mod', integers('mod', 2, 2)],
  ['abs', (given) => (given.length === 1 ? nary('abs', 1)(given, []) : null)],
  ['<=', comparison('<=')],
  ['<', comparison('<')],
  ['>=', comparison('>=')],
  ['>', comparison('>')],
  ['to_real', (args) => (args.length === 1 && args[0]?.sort.kind === 'Int' ? apply('to_real', args, real) : null)],
  ['to_int', conversion('to_int', int)],
  ['is_int', conversion('is_int', bool)],
];

function numbers(given: readonly Term[]): readonly Term[] | null {
  if (!given.every(({ sort }) => sort.kind === 'Int' || sort.kind === 'Real')) return null;
  return unify(given);
}
