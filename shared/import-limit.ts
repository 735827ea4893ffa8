/** Maximum size of an imported file, as in Flowise. Apart from the schemas, so that menus load no zod. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024
