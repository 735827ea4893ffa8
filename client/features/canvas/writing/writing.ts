export { GenerateForm } from './generate-form.tsx'
export { useModelChoice, useWriter } from './use-writer.ts'
