import './legal-links.css'
import { useTexts } from '#client/texts/texts.tsx'

export type LegalAddresses = { privacy: string; terms: string; dataSecurity: string }

export function useLegalPages(links: LegalAddresses | undefined) {
  const { profile } = useTexts().shell
  return [
    { name: profile.privacy, href: links?.privacy },
    { name: profile.terms, href: links?.terms },
    { name: profile.dataSecurity, href: links?.dataSecurity },
  ]
}

/** Links open in a new tab, without access to the opener. */
export function LegalLinks({ links }: { links: LegalAddresses | undefined }) {
  const { common } = useTexts()
  const pages = useLegalPages(links)
  return (
    <ul className="legal-links flex wraps unpadded text-12 line-16 unlisted">
      {pages.map(({ name, href }) => (
        <li key={name}>
          <a
            className="text-tertiary no-underline"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            title={common.newTab}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
