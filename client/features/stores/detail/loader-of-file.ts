import type { NodeTemplate } from '#shared/nodes.ts'

/** The first loader that declares the file's extension, and its input for files. */
export function loaderOfFile(name: string, loaders: readonly NodeTemplate[]) {
  const extension = /\.[^.]+$/.exec(name)?.[0].toLowerCase()
  for (const loader of loaders) {
    // Loaders with an account elsewhere send the file away.
    const field = loader.credential ? undefined : loader.inputs.find(({ type }) => type === 'file')
    const types = field?.fileType?.split(',').map((type) => type.trim().toLowerCase())
    if (field && extension && types?.includes(extension)) {
      return { loader, input: field.name }
    }
  }
  return undefined
}
