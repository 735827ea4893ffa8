type Status = 'ok' | 'warning' | 'problem'

/** One line of `flowtill doctor`: what was looked at, how it is, and what to do unless it is well. */
export type Finding = { check: string; status: Status; message: string; advice?: string }

type About = [check: string, message: string, advice?: string]

function make(status: Status, [check, message, advice]: About): Finding {
  return { check, status, message, ...(advice !== undefined && { advice }) }
}

export const ok = (...about: About) => make('ok', about)
export const warning = (...about: About) => make('warning', about)
export const problem = (...about: About) => make('problem', about)

const mebibyte = 1024 * 1024

export const inMegabytes = (bytes: number) => `${Math.round(bytes / mebibyte)} MB`

export const fromMegabytes = (megabytes: number) => megabytes * mebibyte
