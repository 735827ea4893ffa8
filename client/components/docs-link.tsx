import { Link } from 'react-router'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  /** A page of the documentation, with an anchor if needed: `api#key`. */
  page: string
  /** For dialogs, which would close with the page below them. */
  newTab?: boolean
}

/** The one small link from a screen to the page about it. */
export function DocsLink({ page, newTab = false }: Props) {
  const { common } = useTexts()
  return (
    <Link
      className="text-link"
      to={`/docs/${page}`}
      {...(newTab && { target: '_blank', title: common.newTab })}
    >
      {common.learnMore}
    </Link>
  )
}
