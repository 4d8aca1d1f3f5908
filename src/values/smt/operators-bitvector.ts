import type { Rule } from './fit.js';
import { apply, bool, int, type Term } from './term.js';

export const maximumWidth = 65_536;

const same =
  (name: string, least: number, most: number, result: 'vector' | 'bool' | 'bit'): Rule =>
  (args) => {
    const width = widthOf(args[0]);
    if (width === null || args.length < least || args.length > most) return null;
    if (!args.every((arg) => widthOf(arg) === width)) return null;
    return result === 'bool' ? apply(name, args, bool) : vector(name, args, result === 'bit' ? 1 : width);
  };

/** `(_ name k)` of one vector; `widthFor` gives the width of the result, or null. */
const indexed =
  (name: string, count: number, widthFor: (width: number, indices: readonly number[]) => number | null): Rule =>
  (args, indices) => {
    const width = widthOf(args[0]);
    if (width === null || args.length !== 1 || indices.length !== count) return null;
    const result = widthFor(width, indices);
    return result === null || result > maximumWidth ? null : vector(name, args, result, indices);
  };

const many = Number.POSITIVE_INFINITY;

export const bitvectors: readonly (readonly [string, Rule])[] = [
  ...['bvnot', 'bvneg'].map((name): [string, Rule] => [name, same(name, 1, 1, 'vector')]),
  ...['bvand', 'bvor', 'bvxor', 'bvadd', 'bvmul'].map((name): [string, Rule] => [name, same(name, 2, many, 'vector')]),
  ...[
    'bvnand',
    'bvnor',
    'bvxnor',
    'bvsub',
    'bvudiv',
    'bvurem',
    'bvsdiv',
    'bvsrem',
    'bvsmod',
    'bvshl',
    'bvlshr',
    'bvashr',
  ].map((name): [string, Rule] => [name, same(name, 2, 2, 'vector')]),
  ...['bvult', 'bvule', 'bvugt', 'bvuge', 'bvslt', 'bvsle', 'bvsgt', 'bvsge'].map((name): [string, Rule] => [
    name,
    same(name, 2, 2, 'bool'),
  ]),
  ['bvcomp', same('bvcomp', 2, 2, 'bit')],
  [
    'concat',
    (args) => {
      let width = 0;
      for (const arg of args) {
        const part = widthOf(arg);
        if (part === null) return null;
        width += part;
      }
      return args.length < 2 || width > maximumWidth ? null : vector('concat', args, width);
    },
  ],
  [
    'extract',
    indexed('extract', 2, (width, [high = 0, low = 0]) => (low <= high && high < width ? high - low + 1 : null)),
  ],
  ['repeat', indexed('repeat', 1, (width, [times = 0]) => (times >= 1 ? width * times : null))],
  ['zero_extend', indexed('zero_extend', 1, (width, [more = 0]) => width + more)],
  ['sign_extend', indexed('sign_extend', 1, (width, [more = 0]) => width + more)],
  ['rotate_left', indexed('rotate_left', 1, (width) => width)],
  ['rotate_right', indexed('rotate_right', 1, (width) => width)],
  ...['bv2nat', 'ubv_to_int'].map((name): [string, Rule] => [
    name,
    (args) => (args.length === 1 && widthOf(args[0]) !== null ? apply('bv2nat', args, int) : null),
  ]),
  ...['int2bv', 'int_to_bv'].map((name): [string, Rule] => [
    name,
    (args, [width = 0]) =>
      args.length === 1 && args[0]?.sort.kind === 'Int' && width >= 1 && width <= maximumWidth
        ? vector('int2bv', args, width, [width])
        : null,
  ]),
];

function widthOf(term: Term | undefined): number | null {
  return term?.sort.kind === 'BitVec' ? term.sort.width : null;
}

function vector(name: string, args: readonly Term[], width: number, indices: readonly number[] = []): Term {
  return apply(name, args, { kind: 'BitVec', width }, indices);
}
