/** Uses `mime` instead of the browser's type, which may be empty. */
export async function toDataUrl(blob: Blob, mime: string): Promise<string> {
  const text = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
  return `data:${mime};base64,${text.slice(text.indexOf(',') + 1)}`
}

/** Bytes in base64, as typed arrays take them. */
export function toBytes(base64: string) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** Our content security policy lets sounds come from blobs only. */
export function toBlobUrl(dataUrl: string): string {
  const [head = '', base64 = ''] = dataUrl.split(',')
  const type = head.slice('data:'.length).replace(/;base64$/, '')
  return URL.createObjectURL(new Blob([toBytes(base64)], { type }))
}
