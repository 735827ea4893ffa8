type Word = [pattern: RegExp, word: string]

// The first match wins, because browsers include the names of others for compatibility.
const browsers: Word[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: Word[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Describes a user agent, such as `Firefox on Linux`. Programs keep their own name; empty without a user agent. */
export function describeDevice(userAgent: string): string {
  const browser = find(browsers, userAgent)
  const system = find(systems, userAgent)
  if (browser) {
    return system ? `${browser} on ${system}` : browser
  }
  const [program = ''] = userAgent.split(/[\s/]/)
  return system ?? program.slice(0, 40)
}

function find(words: Word[], userAgent: string) {
  return words.find(([pattern]) => pattern.test(userAgent))?.[1]
}
