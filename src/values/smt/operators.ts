import { arithmetic } from './operators-arithmetic.js';
import { bitvectors } from './operators-bitvector.js';
import { floats } from './operators-float.js';
import { strings } from './operators-string.js';
import { fit, unify, type Rule } from './fit.js';
import { apply, bool } from './term.js';

/** All functions of the theories by name, with the sorts they take. Numerals after `_` are the indices. */
export function ruleOf(name: string): Rule | undefined {
  return rules.get(name);
}

/**
 * Whether a script may not give the name to something of its own. Names that the theories use with indices alone
 * (`(_ extract 7 0)`) stand free otherwise.
 */
export function isTheorySymbol(name: string): boolean {
  return name === 'true' || name === 'false' || (rules.has(name) && !indexedOnly.has(name));
}

const indexedOnly = new Set([
  ...['extract', 'repeat', 'zero_extend', 'sign_extend', 'rotate_left', 'rotate_right', 'int2bv', 'int_to_bv'],
  ...['re.^', 're.loop', 'to_fp', 'to_fp_unsigned', 'fp.to_ubv', 'fp.to_sbv', '+oo', '-oo', '+zero', '-zero', 'NaN'],
]);

const chainable =
  (name: string): Rule =>
  (given) => {
    const args = unify(given);
    return args === null || args.length < 2 ? null : apply(name, args, bool);
  };

const connective =
  (name: string, least: number, most = Number.POSITIVE_INFINITY): Rule =>
  (args) =>
    args.length >= least && args.length <= most && args.every(({ sort }) => sort.kind === 'Bool')
      ? apply(name, args, bool)
      : null;

const core: readonly (readonly [string, Rule])[] = [
  ['not', connective('not', 1, 1)],
  ['and', connective('and', 1)],
  ['or', connective('or', 1)],
  ['xor', connective('xor', 2)],
  ['=>', connective('=>', 2)],
  ['=', chainable('=')],
  ['distinct', chainable('distinct')],
  [
    'ite',
    ([condition, ...branches]) => {
      const unified = branches.length === 2 ? unify(branches) : null;
      const sort = unified?.[0]?.sort;
      if (condition?.sort.kind !== 'Bool' || unified === null || sort === undefined) return null;
      return apply('ite', [condition, ...unified], sort);
    },
  ],
];

const arrays: readonly (readonly [string, Rule])[] = [
  [
    'select',
    ([array, ...given]) => {
      if (array?.sort.kind !== 'Array') return null;
      const args = fit(given, [array.sort.index]);
      return args === null ? null : apply('select', [array, ...args], array.sort.element);
    },
  ],
  [
    'store',
    ([array, ...given]) => {
      if (array?.sort.kind !== 'Array') return null;
      const args = fit(given, [array.sort.index, array.sort.element]);
      return args === null ? null : apply('store', [array, ...args], array.sort);
    },
  ],
];

const rules: ReadonlyMap<string, Rule> = new Map([
  ...core,
  ...arrays,
  ...arithmetic,
  ...bitvectors,
  ...floats,
  ...strings,
]);
