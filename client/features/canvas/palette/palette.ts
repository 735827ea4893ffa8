export { NodePalette } from './node-palette.tsx'
export { QuickAdd } from './quick-add.tsx'
export { synonymsOf } from './search-templates.ts'
export { kindOfTemplate, TemplateIcon } from './template-row.tsx'
