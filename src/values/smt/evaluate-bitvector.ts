import { maximumWidth } from './operators-bitvector.js';
import { truth, type Value } from './value.js';

/** Functions of bit-vectors, all total; null for any other. */
export function evaluateBitvector(op: string, values: readonly Value[], indices: readonly number[]): Value | null {
  const [head] = values;
  if (op === 'int2bv' && head?.kind === 'int') return vector(indices[0] ?? 1, head.value);
  const args = values.filter((value) => value.kind === 'bitvector');
  const [first, second] = args;
  if (first === undefined || args.length !== values.length) return null;
  const { width } = first;
  if (args.length === 1) return onOne(op, width, first.value, indices);
  if (op === 'concat') {
    return args.slice(1).reduce((a, b) => vector(a.width + b.width, (a.value << BigInt(b.width)) | b.value), first);
  }
  const fold = folds[op];
  if (fold !== undefined) return vector(width, args.map(({ value }) => value).reduce(fold));
  return second === undefined ? null : onTwo(op, width, first.value, second.value);
}

type Vector = Extract<Value, { kind: 'bitvector' }>;

function vector(width: number, value: bigint): Vector {
  return { kind: 'bitvector', width, value: BigInt.asUintN(width, value) };
}

const folds: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  bvand: (a, b) => a & b,
  bvor: (a, b) => a | b,
  bvxor: (a, b) => a ^ b,
  bvadd: (a, b) => a + b,
  bvmul: (a, b) => a * b,
};

function onOne(op: string, width: number, value: bigint, [first = 0, second = 0]: readonly number[]): Value | null {
  switch (op) {
    case 'bvnot':
      return vector(width, ~value);
    case 'bvneg':
      return vector(width, -value);
    case 'bv2nat':
      return { kind: 'int', value };
    case 'extract':
      return vector(first - second + 1, value >> BigInt(second));
    case 'zero_extend':
      return vector(width + first, value);
    case 'sign_extend':
      return vector(width + first, BigInt.asIntN(width, value));
    case 'rotate_left':
      return rotate(width, value, first % width);
    case 'rotate_right':
      return rotate(width, value, (width - (first % width)) % width);
    case 'repeat': {
      if (width * first > maximumWidth) return null;
      let result = 0n;
      for (let i = 0; i < first; i += 1) result = (result << BigInt(width)) | value;
      return vector(width * first, result);
    }
    default:
      return null;
  }
}

function rotate(width: number, value: bigint, by: number): Vector {
  return vector(width, (value << BigInt(by)) | (value >> BigInt(width - by)));
}

function onTwo(op: string, width: number, a: bigint, b: bigint): Value | null {
  const ones = (1n << BigInt(width)) - 1n;
  const [x, y] = [BigInt.asIntN(width, a), BigInt.asIntN(width, b)];
  switch (op) {
    case 'bvnand':
      return vector(width, ~(a & b));
    case 'bvnor':
      return vector(width, ~(a | b));
    case 'bvxnor':
      return vector(width, ~(a ^ b));
    case 'bvsub':
      return vector(width, a - b);
    case 'bvudiv':
      return vector(width, b === 0n ? ones : a / b);
    case 'bvurem':
      return vector(width, b === 0n ? a : a % b);
    case 'bvsdiv':
      // By zero: all ones for a dividend that is not negative, one for a negative one.
      return vector(width, b === 0n ? (x < 0n ? 1n : ones) : x / y);
    case 'bvsrem':
      return vector(width, b === 0n ? a : x % y);
    case 'bvsmod': {
      if (b === 0n) return vector(width, a);
      const rest = x % y;
      return vector(width, rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest);
    }
    case 'bvshl':
      return vector(width, b >= BigInt(width) ? 0n : a << b);
    case 'bvlshr':
      return vector(width, b >= BigInt(width) ? 0n : a >> b);
    case 'bvashr':
      return vector(width, b >= BigInt(width) ? (x < 0n ? ones : 0n) : x >> b);
    case 'bvcomp':
      return vector(1, a === b ? 1n : 0n);
    case 'bvult':
      return truth(a < b);
    case 'bvule':
      return truth(a <= b);
    case 'bvugt':
      return truth(a > b);
    case 'bvuge':
      return truth(a >= b);
    case 'bvslt':
      return truth(x < y);
    case 'bvsle':
      return truth(x <= y);
    case 'bvsgt':
      return truth(x > y);
    case 'bvsge':
      return truth(x >= y);
    default:
      return null;
  }
}
