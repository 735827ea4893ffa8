/** Logs to the console only, for failures that must not disturb the user. */
export function logWarning(text: string, cause?: unknown) {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.warn(text, ...(cause === undefined ? [] : [cause]))
}
