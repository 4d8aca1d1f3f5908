import { fit, type Rule } from './fit.js';
import { apply, bool, real, roundingMode, type Sort, type Term } from './term.js';

type Shape = Extract<Sort, { kind: 'FloatingPoint' }>;

/** `(fp.op [mode] x …)`, all of one format. */
const same =
  (name: string, count: number, rounds: boolean, result: 'float' | 'bool', most = count): Rule =>
  (args) => {
    const floats = rounds ? args.slice(1) : args;
    const shape = shapeOf(floats[0]);
    if (shape === null || floats.length < count || floats.length > most) return null;
    if (rounds && args[0]?.sort.kind !== 'RoundingMode') return null;
    const fits = floats.every(
      ({ sort }) =>
        sort.kind === 'FloatingPoint' && sort.exponent === shape.exponent && sort.significand === shape.significand,
    );
    return fits ? apply(name, args, result === 'float' ? shape : bool) : null;
  };

const special =
  (name: string): Rule =>
  (args, indices) => {
    const shape = shapeFrom(indices);
    return args.length > 0 || shape === null ? null : apply(name, [], shape, indices);
  };

const modes = [
  ['RNE', 'roundNearestTiesToEven'],
  ['RNA', 'roundNearestTiesToAway'],
  ['RTP', 'roundTowardPositive'],
  ['RTN', 'roundTowardNegative'],
  ['RTZ', 'roundTowardZero'],
] as const;

export const floats: readonly (readonly [string, Rule])[] = [
  ...modes.flatMap(([short, long]) =>
    [short, long].map((name): [string, Rule] => [
      name,
      (args) => (args.length === 0 ? apply(short, [], roundingMode) : null),
    ]),
  ),
  ...['+oo', '-oo', '+zero', '-zero', 'NaN'].map((name): [string, Rule] => [name, special(name)]),
  [
    'fp',
    (args) => {
      const [sign, exponent, significand] = args.map(({ sort }) => (sort.kind === 'BitVec' ? sort.width : 0));
      if (args.length !== 3 || sign !== 1) return null;
      const shape = shapeFrom([exponent ?? 0, (significand ?? 0) + 1]);
      return shape === null ? null : apply('fp', args, shape);
    },
  ],
  ...['fp.abs', 'fp.neg'].map((name): [string, Rule] => [name, same(name, 1, false, 'float')]),
  ...['fp.add', 'fp.sub', 'fp.mul', 'fp.div'].map((name): [string, Rule] => [name, same(name, 2, true, 'float')]),
  ['fp.fma', same('fp.fma', 3, true, 'float')],
  ...['fp.sqrt', 'fp.roundToIntegral'].map((name): [string, Rule] => [name, same(name, 1, true, 'float')]),
  ...['fp.rem', 'fp.min', 'fp.max'].map((name): [string, Rule] => [name, same(name, 2, false, 'float')]),
  ...['fp.leq', 'fp.lt', 'fp.geq', 'fp.gt', 'fp.eq'].map((name): [string, Rule] => [
    name,
    same(name, 2, false, 'bool', Number.POSITIVE_INFINITY),
  ]),
  ...['fp.isNormal', 'fp.isSubnormal', 'fp.isZero', 'fp.isInfinite', 'fp.isNaN', 'fp.isNegative', 'fp.isPositive'].map(
    (name): [string, Rule] => [name, same(name, 1, false, 'bool')],
  ),
  ['to_fp', toFloat],
  [
    'to_fp_unsigned',
    (args, indices) => {
      const shape = shapeFrom(indices);
      const fits = args.length === 2 && args[0]?.sort.kind === 'RoundingMode' && args[1]?.sort.kind === 'BitVec';
      return fits && shape !== null ? apply('to_fp_unsigned', args, shape, indices) : null;
    },
  ],
  ...['fp.to_ubv', 'fp.to_sbv'].map((name): [string, Rule] => [
    name,
    (args, [width = 0]) =>
      args.length === 2 &&
      args[0]?.sort.kind === 'RoundingMode' &&
      shapeOf(args[1]) !== null &&
      width > 0 &&
      width <= 4096
        ? apply(name, args, { kind: 'BitVec', width }, [width])
        : null,
  ]),
  ['fp.to_real', (args) => (args.length === 1 && shapeOf(args[0]) !== null ? apply('fp.to_real', args, real) : null)],
];

/** From a vector of the format's bits, or with a rounding mode from a float, a Real or a signed vector. */
function toFloat(args: readonly Term[], indices: readonly number[]): Term | null {
  const shape = shapeFrom(indices);
  const [first, second] = args;
  if (shape === null || first === undefined) return null;
  if (args.length === 1) {
    const fits = first.sort.kind === 'BitVec' && first.sort.width === shape.exponent + shape.significand;
    return fits ? apply('to_fp', args, shape, indices) : null;
  }
  if (args.length !== 2 || first.sort.kind !== 'RoundingMode' || second === undefined) return null;
  const kind = second.sort.kind;
  if (kind === 'FloatingPoint' || kind === 'BitVec') return apply('to_fp', args, shape, indices);
  const number = fit([second], [real]);
  return number === null ? null : apply('to_fp', [first, ...number], shape, indices);
}

export function shapeFrom(indices: readonly number[]): Shape | null {
  const [exponent = 0, significand = 0] = indices;
  if (indices.length !== 2 || exponent < 2 || significand < 2 || exponent > 30 || significand > 4096) return null;
  return { kind: 'FloatingPoint', exponent, significand };
}

function shapeOf(term: Term | undefined): Shape | null {
  return term?.sort.kind === 'FloatingPoint' ? term.sort : null;
}
