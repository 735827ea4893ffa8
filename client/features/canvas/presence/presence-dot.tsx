import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import { usePresence } from './use-presence.ts'
import './presence.css'

const mostNames = 3

/** A dot with the names of those who have this flow open, too; nothing when nobody has. */
export function PresenceDot() {
  const { presence: texts } = useTexts().canvasTools
  const [language] = useLanguage()
  const { people, isElsewhere } = usePresence(useCanvas(({ saved }) => saved?.id))
  const named = people.slice(0, mostNames)
  const rest = people.length - named.length
  const listed = rest > 0 ? [...named, texts.more(rest)] : named
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(listed)
  const sentence = [
    ...(people.length > 0 ? [people.length === 1 ? texts.isHere(names) : texts.areHere(names)] : []),
    ...(isElsewhere ? [texts.otherTab] : []),
  ].join(' · ')
  return (
    <span className="presence" role="status" data-testid="presence">
      {sentence !== '' && (
        <span className="presence-dot" title={sentence} data-people={people.length > 0 || undefined}>
          <i aria-hidden="true">{people.length > 0 ? initialOf(people[0] ?? '', language) : ''}</i>
          <span>{sentence}</span>
        </span>
      )}
    </span>
  )
}

function initialOf(name: string, language: string) {
  return ([...name][0] ?? '').toLocaleUpperCase(language)
}
