export const sans = '"IBM Plex Sans Variable", system-ui, sans-serif'
/** Plex Sans comes second, so that a character missing from the mono subset (₺) still looks like Plex. */
export const mono = '"IBM Plex Mono", "IBM Plex Sans Variable", ui-monospace, monospace'
