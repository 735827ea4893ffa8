import { trpc } from '#client/api/trpc.ts'
import { readChosen, writeFiles } from '#client/components/stored-files.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { defaultSplitter, takesSplitter } from '../source/loader-choice.ts'
import { loaderOfFile } from './loader-of-file.ts'

/** Adds dropped files as sources, each with the loader of its extension, and reads them. */
export function useDroppedFiles(storeId: string) {
  const { stores, canvasFields } = useTexts()
  const texts = stores.sources
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const saving = trpc.stores.sources.save.useMutation()
  const reading = trpc.stores.sources.process.useMutation()

  async function add(file: File): Promise<boolean> {
    const loaders = await utils.stores.sources.components.fetch(undefined, {
      staleTime: Number.POSITIVE_INFINITY,
    })
    const found = loaderOfFile(file.name, loaders)
    if (!found) {
      toasts.error(texts.noLoader(file.name))
      return false
    }
    const { loader, input } = found
    const { files, rejected } = await readChosen([file], undefined)
    for (const { name, why } of rejected) {
      toasts.error(canvasFields.refusedFile[why](name))
    }
    if (files.length === 0) {
      return false
    }
    const { id } = await saving.mutateAsync({
      ...{ storeId, loaderId: loader.name, loaderName: loader.label },
      loaderConfig: { [input]: writeFiles(files) },
      ...(takesSplitter(loader) && defaultSplitter),
    })
    await reading.mutateAsync({ storeId, id })
    return true
  }

  return async (files: readonly File[]) => {
    let added = 0
    for (const file of files) {
      try {
        added += (await add(file)) ? 1 : 0
      } catch (error) {
        toasts.error(`${file.name}: ${errorText(error)}`)
      }
    }
    if (added > 0) {
      toasts.success(texts.dropped(added))
    }
    await utils.stores.get.invalidate({ id: storeId })
  }
}
