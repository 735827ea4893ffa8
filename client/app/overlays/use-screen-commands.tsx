import { useEffect, useState } from 'react'
import { loadCommands, type ScreenCommand } from '#client/components/screen-commands.ts'
import type { Command } from '#client/features/palette/command.ts'
import { useTexts } from '#client/texts/texts.tsx'

/** The commands of the current screen when the palette opens; undefined until loaded. */
export function useScreenCommands(): Command[] | undefined {
  const texts = useTexts()
  const [offered, setOffered] = useState<readonly ScreenCommand[]>()
  useEffect(() => {
    let isRequired = true
    void loadCommands(texts).then((list) => isRequired && setOffered(list))
    return () => {
      isRequired = false
    }
  }, [texts])
  return offered?.map(({ keys, ...command }) => ({
    ...command,
    aside: keys && <kbd className="text-secondary surface outlined round-xs">{keys}</kbd>,
  }))
}
