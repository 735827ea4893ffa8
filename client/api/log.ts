/** For the developer's console alone. The specification asks for it where nothing should disturb the user. */
export function logWarning(text: string, cause?: unknown) {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.warn(text, ...(cause === undefined ? [] : [cause]))
}
