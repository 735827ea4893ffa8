import { WandSparkles } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { charactersToConvert, toAscii } from '#shared/ascii.ts'

/** Appears with the first character PayTR may reject, and converts all of them with one click. */
export function AsciiHint({ value, onConvert }: { value: string; onConvert: (converted: string) => void }) {
  const texts = useTexts().wallet.topUp
  const characters = charactersToConvert(value)
  const word = value.split(/[\s,;]+/).find((each) => toAscii(each) !== each) ?? ''
  return (
    <div role="status">
      {characters.length > 0 && (
        <p className="ascii-hint flex wraps spread text-12 line-18 text-secondary round-sm margin-6-0-0 backdrop-glaze gap-4-12 pad-6-10">
          <span>{texts.refused(characters.join(' '))}</span>
          <button
            className="inline-row gap-6 unpadded inherits-font medium no-background borderless pressable text-left text-accent underlined-on-hover"
            type="button"
            onClick={() => onConvert(toAscii(value))}
          >
            <WandSparkles size={14} aria-hidden="true" />
            {texts.convert(word, toAscii(word))}
          </button>
        </p>
      )}
    </div>
  )
}
