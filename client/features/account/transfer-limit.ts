/** As in shared/export-import.ts, whose schemas would bring zod to every screen that has the menu. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024
