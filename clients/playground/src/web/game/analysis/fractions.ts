/** An exact probability. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

/** In lowest terms. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  const divisor = greatestDivisor(numerator, denominator) || 1n;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };

export function sum(a: Fraction, b: Fraction): Fraction {
  return fraction(
    a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

/** As `1/8`; `1` where it is certain. */
export const fractionText = ({ numerator, denominator }: Fraction): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;

/** To be compared and drawn, not to be told. */
export const valueOf = ({ numerator, denominator }: Fraction): number =>
  Number((numerator * 1_000_000_000n) / denominator) / 1e9;

/** As `12.5 %`; `< 0.01 %` for what is there but small. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.0001) return "< 0.01 %";
  const digits = share < 0.01 ? 2 : 1;
  return `${(100 * share).toFixed(digits).replace(/\.0+$/, "")} %`;
}
