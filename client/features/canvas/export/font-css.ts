/**
 * The page's own fonts as rules that need nothing else: a picture stands alone. Asked for once; a font that does not come is
 * left out, and the picture has the browser's.
 */
export function fontCss(): Promise<string> {
  known ??= collect()
  return known
}

let known: Promise<string> | undefined

async function collect(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    sheet.href === null || sheet.href.startsWith(location.origin)
      ? [...sheet.cssRules]
          .filter((rule) => rule instanceof CSSFontFaceRule)
          .map((rule) => [rule, sheet.href] as const)
      : [],
  )
  const embedded = await Promise.all(rules.map(([rule, href]) => embed(rule.cssText, href ?? location.href)))
  return embedded.join('\n')
}

async function embed(rule: string, base: string): Promise<string> {
  const address = /url\(["']?([^"')]+)["']?\)/.exec(rule)?.[1]
  if (!address || address.startsWith('data:')) {
    return rule
  }
  const response = await fetch(new URL(address, base)).catch(() => undefined)
  return response?.ok ? rule.replace(address, await asDataUrl(await response.blob())) : ''
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
