// Apart from money.ts, which reads amounts with zod: every page shows amounts, and few read them.

export const MICRO_PER_USD = 1_000_000

/**
 * The decimals at which each of these amounts is exact: cents, or four or six where cents would lie. Amounts that are shown
 * beside their sum therefore add up as they are read.
 */
export function moneyDecimals(...dollars: number[]): number {
  const isExactAt = (decimals: number) =>
    dollars.every((amount) => Math.round(amount * MICRO_PER_USD) % 10 ** (6 - decimals) === 0)
  return [2, 4].find(isExactAt) ?? 6
}
