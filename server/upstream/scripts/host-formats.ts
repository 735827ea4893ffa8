type Format = (...args: never[]) => unknown

/** Formatting that the sandbox's engine lacks tables for: pure functions of plain data that return text. */
const formats: Record<string, Format> = {
  date: (at: number, locale?: string, options?: Intl.DateTimeFormatOptions) =>
    new Date(at).toLocaleString(locale ?? undefined, options ?? undefined),
  day: (at: number, locale?: string, options?: Intl.DateTimeFormatOptions) =>
    new Date(at).toLocaleDateString(locale ?? undefined, options ?? undefined),
  time: (at: number, locale?: string, options?: Intl.DateTimeFormatOptions) =>
    new Date(at).toLocaleTimeString(locale ?? undefined, options ?? undefined),
  intlDate: (at: number, locale?: string, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale ?? undefined, options ?? undefined).format(at),
  number: (value: number, locale?: string, options?: Intl.NumberFormatOptions) =>
    value.toLocaleString(locale ?? undefined, options ?? undefined),
  uuid: () => crypto.randomUUID(),
  url: (address: string, base?: string) => {
    const { origin, protocol, host, hostname, port, pathname, search, hash } = new URL(
      address,
      base ?? undefined,
    )
    return JSON.stringify({ origin, protocol, host, hostname, port, pathname, search, hash })
  },
}

/** `args` is a JSON array from the sandbox. Returns '' (for an address `null`) when formatting fails. */
export function formatForSandbox(kind: string, args: string): string {
  try {
    const format = Object.hasOwn(formats, kind) ? formats[kind] : undefined
    return String(format?.(...(JSON.parse(args) as never[])) ?? '')
  } catch {
    return kind === 'url' ? 'null' : ''
  }
}
