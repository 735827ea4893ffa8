import './docs.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useMediaQuery } from '#client/components/use-media-query.ts'
import { languages, useLanguage, useTexts } from '#client/texts/texts.tsx'
import { PageContent, type Renderers } from './page-content.tsx'
import { firstPage, isPageName, loadPage, type Page, type PageName, pageGroups } from './pages.ts'
import { SearchField } from './search-field.tsx'

type Props = {
  /** Components of other features, passed in by the route. */
  renderers: Renderers
  /** Address of a page. */
  path: (page: string) => string
  /** For signed-in users: the control that chooses the flow of the snippets. */
  isSignedIn: boolean
}

/** The documentation: pages on the left, the page, its headings on the right. Public. */
export function DocsScreen({ renderers, path, isSignedIn }: Props) {
  const { docs, shell } = useTexts()
  const { page = firstPage } = useParams()
  const [language, setLanguage] = useLanguage()
  return (
    <div className="docs grid items-start">
      <PageMenu current={page} path={path} />
      <div className="docs-middle">
        <div className="docs-tools row gap-12">
          <SearchField path={path} markMatches={renderers.markMatches} />
          <SegmentedControl
            label={shell.language}
            value={language}
            options={languages.map((value) => ({ value, label: shell.languageNames[value] }))}
            onChange={setLanguage}
          />
        </div>
        {isPageName(page) ? (
          <PageView name={page} renderers={renderers} path={path} isSignedIn={isSignedIn} />
        ) : (
          <>
            <h1 className="tight">{docs.notFound}</h1>
            <EmptyState
              title={docs.notFoundText}
              action={
                <Link className="text-link" to={path(firstPage)}>
                  {docs.titles[firstPage]}
                </Link>
              }
            />
          </>
        )}
      </div>
    </div>
  )
}

function PageMenu({ current, path }: { current: string; path: Props['path'] }) {
  const { docs } = useTexts()
  const isWide = useMediaQuery('(min-width: 900px)')
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const list = (
    <nav className="grid gap-20" aria-label={docs.pages}>
      {pageGroups.map(({ id, pages }) => (
        <section key={id}>
          <h2 className="text-tertiary" id={`docs-group-${id}`}>
            {docs.groups[id]}
          </h2>
          <ul className="margin-4-0-0 unpadded unlisted" aria-labelledby={`docs-group-${id}`}>
            {pages.map((page) => (
              <li key={page}>
                <Link
                  className="block round-sm text-secondary no-underline filled-on-hover"
                  to={path(page)}
                  aria-current={page === current ? 'page' : undefined}
                >
                  {docs.titles[page]}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
  if (isWide) {
    return <div className="docs-menu sticky">{list}</div>
  }
  return (
    <details
      className="docs-menu sticky"
      // Choosing a page closes the menu.
      open={openAt === pathname}
      onToggle={({ currentTarget }) => setOpenAt(currentTarget.open ? pathname : undefined)}
    >
      <summary>
        {isPageName(current) ? docs.titles[current] : docs.pages}
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      {list}
    </details>
  )
}

type ViewProps = Props & { name: PageName }

function PageView({ name, renderers, path, isSignedIn }: ViewProps) {
  const { docs, common } = useTexts()
  const [language] = useLanguage()
  const page = useQuery({
    queryKey: ['docs', language, name],
    queryFn: () => loadPage(language, name),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const title = docs.titles[name]
  useEffect(() => {
    document.title = `${title} · ${common.product}`
  }, [title, common.product])
  return (
    <article className="docs-article grid" aria-labelledby="docs-title">
      <h1 className="tight" id="docs-title">
        {title}
      </h1>
      <AsyncView query={page} errorTitle={docs.loadFailed}>
        {(loaded) => (
          <>
            <PageContent page={loaded} renderers={renderers} path={path} isSignedIn={isSignedIn} />
            <Neighbors name={name} path={path} />
            <OnThisPage page={loaded} />
          </>
        )}
      </AsyncView>
    </article>
  )
}

function Neighbors({ name, path }: { name: PageName; path: Props['path'] }) {
  const { docs } = useTexts()
  const all: readonly PageName[] = pageGroups.flatMap(({ pages }) => [...pages])
  const place = all.indexOf(name)
  const [before, after] = [all[place - 1], all[place + 1]]
  return (
    <nav className="docs-neighbors flex wraps spread gap-12 line-above" aria-label={docs.neighbors}>
      {before && (
        <Link
          className="no-underline underlined-on-hover medium text-accent round-sm"
          to={path(before)}
          rel="prev"
        >
          <small className="block text-12 line-18 text-tertiary regular">{docs.previous}</small>
          {docs.titles[before]}
        </Link>
      )}
      {after && (
        <Link
          className="no-underline underlined-on-hover medium text-accent round-sm"
          to={path(after)}
          rel="next"
        >
          <small className="block text-12 line-18 text-tertiary regular">{docs.next}</small>
          {docs.titles[after]}
        </Link>
      )}
    </nav>
  )
}

function OnThisPage({ page: { sections } }: { page: Page }) {
  const { docs } = useTexts()
  const current = useSectionInSight(sections.map(({ id }) => id))
  useScrollToHash()
  return (
    <nav className="docs-contents" aria-labelledby="docs-contents">
      <h2 className="text-tertiary" id="docs-contents">
        {docs.onThisPage}
      </h2>
      <ul className="margin-4-0-0 unpadded unlisted">
        {sections.map(({ id, title, level }) => (
          <li key={id} data-level={level}>
            <Link
              className="block text-13 line-20 text-secondary no-underline"
              to={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The router changes the address; the browser only scrolls when a page is loaded. */
function useScrollToHash() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === '' || key === '') {
      return
    }
    // After the shell has scrolled a new page to its top.
    const frame = requestAnimationFrame(() =>
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView(),
    )
    return () => cancelAnimationFrame(frame)
  }, [hash, key])
}

/** A heading above this line counts as reached: the height of the top bar plus a margin. */
const READING_LINE_PX = 120

function useSectionInSight(ids: readonly string[]) {
  const [current, setCurrent] = useState(ids[0])
  const list = ids.join(' ')
  useEffect(() => {
    const update = () => {
      const reached = list
        .split(' ')
        .findLast((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1e9) < READING_LINE_PX)
      setCurrent(reached ?? list.split(' ')[0])
    }
    update()
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [list])
  return current
}
