// Separate from money.ts, which imports zod: every page shows amounts, and few parse them.

export const MICRO_PER_USD = 1_000_000

/**
 * Decimals at which all of these amounts are exact: two, four or six. Amounts shown beside their sum therefore add
 * up exactly.
 */
export function moneyDecimals(...dollars: number[]): number {
  const isExactAt = (decimals: number) =>
    dollars.every((amount) => Math.round(amount * MICRO_PER_USD) % 10 ** (6 - decimals) === 0)
  return [2, 4].find(isExactAt) ?? 6
}
