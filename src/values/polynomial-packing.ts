import { bitsOf, degrees, exponentsOf, type Exact } from './polynomial-arithmetic.js';

/**
 * Multiplication through one large integer (Kronecker's substitution): each variable becomes a power of 2^width that no
 * exponent and no coefficient of the product overflows. JavaScript's own multiplication then does the work.
 */
export function multiplyPacked(a: Exact, b: Exact): Map<string, bigint> {
  const layout = layoutOf(a, b);
  const product = pack(a, layout) * pack(b, layout);
  return unpack(product, layout);
}

/** Cost in the unit of `multiply`; Infinity where the integer would be too long. */
export function packedCost(a: Exact, b: Exact): number {
  const { digits, sizes } = layoutOf(a, b);
  const count = sizes.reduce((total, size) => total * size, 1);
  const bits = count * digits * 4;
  return bits > 2 ** 28 ? Infinity : bits / 16;
}

interface Layout {
  /** Hexadecimal digits for each coefficient. */
  readonly digits: number;
  /** Number of exponents of each variable. */
  readonly sizes: readonly number[];
}

function layoutOf(a: Exact, b: Exact): Layout {
  const [left, right] = [degrees(a), degrees(b)];
  const terms = Math.min(a.terms.size, b.terms.size);
  const bits = bitsOf(a) + bitsOf(b) + Math.ceil(Math.log2(terms + 1)) + 2;
  return { digits: Math.ceil(bits / 4), sizes: left.map((degree, at) => degree + (right[at] ?? 0) + 1) };
}

function pack(value: Exact, layout: Layout): bigint {
  const placed = [...value.terms]
    .map(([key, coefficient]) => ({ at: position(exponentsOf(key), layout.sizes), coefficient }))
    .sort((x, y) => y.at - x.at);
  const part = (sign: 1n | -1n) =>
    joined(
      placed.filter(({ coefficient }) => coefficient > 0n === (sign === 1n)),
      sign,
      layout.digits,
    );
  return part(1n) - part(-1n);
}

function joined(
  placed: readonly { readonly at: number; readonly coefficient: bigint }[],
  sign: bigint,
  digits: number,
): bigint {
  const pieces: string[] = [];
  placed.forEach(({ at, coefficient }, index) => {
    const next = placed[index + 1]?.at ?? -1;
    pieces.push((coefficient * sign).toString(16).padStart(digits, '0'), '0'.repeat((at - next - 1) * digits));
  });
  return pieces.length === 0 ? 0n : BigInt(`0x${pieces.join('')}`);
}

/** Adding half of the base to every digit makes all of them positive. */
function unpack(product: bigint, { digits, sizes }: Layout): Map<string, bigint> {
  const count = sizes.reduce((total, size) => total * size, 1);
  const zero = `8${'0'.repeat(digits - 1)}`;
  const offset = BigInt(`0x${zero}`);
  const text = (product + BigInt(`0x${zero.repeat(count)}`)).toString(16).padStart(count * digits, '0');
  const terms = new Map<string, bigint>();
  for (let at = 0; at < count; at += 1) {
    const digit = text.slice(at * digits, (at + 1) * digits);
    if (digit !== zero) terms.set(exponentsAt(count - 1 - at, sizes).join(','), BigInt(`0x${digit}`) - offset);
  }
  return terms;
}

function position(exponents: readonly number[], sizes: readonly number[]): number {
  return exponents.reduce((at, exponent, index) => at * (sizes[index] ?? 1) + exponent, 0);
}

function exponentsAt(position: number, sizes: readonly number[]): number[] {
  let rest = position;
  return sizes
    .map((_, index) => {
      const size = sizes[sizes.length - 1 - index] ?? 1;
      const exponent = rest % size;
      rest = (rest - exponent) / size;
      return exponent;
    })
    .reverse();
}
