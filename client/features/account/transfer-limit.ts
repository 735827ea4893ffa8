/** Same value as in shared/export-import.ts, whose schemas would load zod on every screen with the menu. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024
