/** As in shared/export-import.ts, whose schemas would bring zod to every screen that has the menu. */
export const MOST_IMPORT_BYTES = 50 * 1024 * 1024
