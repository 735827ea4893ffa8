import { Option, Select } from '@mui/joy'
import { type ComponentType, isValidElement, type ReactNode, useId, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { Tabs } from '#client/components/tabs.tsx'
import { useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import {
  type Block,
  type Page,
  placeholders,
  type Snippet,
  type SnippetLanguage,
  substitutePlaceholders,
} from './pages.ts'

type Token = { text: string; kind: string }

/** Of other features, which this one cannot import. */
export type Renderers = {
  Markdown: ComponentType<{
    text: string
    components: {
      a: ComponentType<{ href?: string | undefined; children?: ReactNode }>
      pre: ComponentType<{ children?: ReactNode }>
      table: ComponentType<{ children?: ReactNode }>
    }
  }>
  CopyButton: ComponentType<{ label: string; text: string; small?: boolean }>
  highlight: (language: SnippetLanguage, code: string) => Token[][]
  markMatches: (text: string, query: string) => { text: string; isMatch: boolean }[]
}

type Props = {
  page: Page
  renderers: Renderers
  path: (page: string) => string
  isSignedIn: boolean
}

export function PageContent({ page, renderers, path, isSignedIn }: Props) {
  const [flow, setFlow] = useState<string>()
  const hasSnippets = page.sections.some(({ blocks }) => blocks.some((block) => 'snippets' in block))
  const components = useMemo(() => componentsFor(renderers, path), [renderers, path])
  const draw = (blocks: readonly Block[]) =>
    blocks.map((block, place) =>
      'text' in block ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change places
        <div key={place} className="md">
          <renderers.Markdown text={block.text} components={components} />
        </div>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change places
        <Snippets key={place} snippets={block.snippets} flow={flow} renderers={renderers} />
      ),
    )
  return (
    <div className="docs-text">
      {draw(page.lead)}
      {hasSnippets && isSignedIn && <FlowChoice flow={flow} onChoose={setFlow} />}
      {page.sections.map(({ id, level, title, blocks }) => {
        const Heading = level === 2 ? 'h2' : 'h3'
        return (
          <section key={id} aria-labelledby={id}>
            <Heading id={id}>
              <Link to={`#${id}`}>{title}</Link>
            </Heading>
            {draw(blocks)}
          </section>
        )
      })}
    </div>
  )
}

/** Named groups instead of the chat's regions: a page has many, and a landmark would need a name of its own. */
function componentsFor({ CopyButton }: Renderers, path: Props['path']) {
  return {
    a: (props: Omit<LinkProps, 'path'>) => <PageLink {...props} path={path} />,
    pre: ({ children }: { children?: ReactNode }) => (
      <CodeBlock CopyButton={CopyButton}>{children}</CodeBlock>
    ),
    table: Table,
  }
}

function CodeBlock({ CopyButton, children }: { CopyButton: Renderers['CopyButton']; children?: ReactNode }) {
  const { chat } = useTexts()
  const text = textOf(children).trimEnd()
  return (
    <div className="docs-code relative">
      <Scroller label={chat.codeBlock}>
        <pre>{children}</pre>
      </Scroller>
      <CopyButton label={chat.copyCode} text={text} small />
    </div>
  )
}

/** The text of the `code` element that Markdown puts into `pre`. */
function textOf(node: ReactNode): string {
  if (isValidElement<{ children?: ReactNode }>(node)) {
    return textOf(node.props.children)
  }
  return Array.isArray(node) ? node.map(textOf).join('') : String(node ?? '')
}

function Table({ children }: { children?: ReactNode }) {
  const { chat } = useTexts()
  return (
    <Scroller label={chat.table} className="md-table">
      <table>{children}</table>
    </Scroller>
  )
}

type ScrollerProps = { label: string; className?: string; children: ReactNode }

function Scroller({ label, className = 'docs-scroller', children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide content is scrolled with the arrow keys
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

type LinkProps = { href?: string | undefined; children?: ReactNode; path: Props['path'] }

/** Links to other pages are written as `api.md#streaming`, so that they also work where the files are read. */
function PageLink({ href = '', children, path }: LinkProps) {
  const [, page, anchor = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? []
  if (page) {
    return <Link to={`${path(page)}${anchor}`}>{children}</Link>
  }
  if (href.startsWith('#')) {
    return <Link to={href}>{children}</Link>
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

type SnippetsProps = { snippets: readonly Snippet[]; flow: string | undefined; renderers: Renderers }

/** One request in three languages. The language chosen is that of every snippet. */
function Snippets({ snippets, flow = placeholders.flow, renderers }: SnippetsProps) {
  const { common, sharing } = useTexts()
  const id = useId()
  const [chosen, setChosen] = useStorage<SnippetLanguage>('docs.language', 'curl')
  const shown = snippets.find(({ language }) => language === chosen) ?? snippets[0]
  if (!shown) {
    return null
  }
  const code = substitutePlaceholders(shown.code, { address: location.origin, flow })
  return (
    <div className="docs-snippets">
      <Tabs
        id={id}
        label={sharing.language}
        value={shown.language}
        options={snippets.map(({ language }) => ({ value: language, label: sharing.languages[language] }))}
        onChange={setChosen}
        action={<renderers.CopyButton label={common.copy} text={code} />}
      >
        <Scroller label={sharing.code(sharing.languages[shown.language])}>
          <pre>
            <code>
              {renderers.highlight(shown.language, code).map((line, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                <span key={number}>
                  {line.map(({ text, kind }, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
                    <span key={place} data-kind={kind}>
                      {text}
                    </span>
                  ))}
                  {'\n'}
                </span>
              ))}
            </code>
          </pre>
        </Scroller>
      </Tabs>
    </div>
  )
}

type ChoiceProps = { flow: string | undefined; onChoose: (flow: string | undefined) => void }

/** Puts the id of one of the user's flows into the snippets. Keys are never shown again, so the snippets read a variable. */
function FlowChoice({ flow, onChoose }: ChoiceProps) {
  const { docs } = useTexts()
  const { data: flows = [] } = trpc.flows.summaries.useQuery({ type: 'CHATFLOW' })
  const id = useId()
  if (flows.length === 0) {
    return null
  }
  return (
    <div className="docs-flow row wraps text-13 line-20 surface outlined round-md pad-10-14 gap-4-12">
      <label htmlFor={id} id={`${id}-label`}>
        {docs.yourFlow}
      </label>
      <Select
        size="sm"
        value={flow ?? null}
        placeholder={docs.chooseFlow}
        onChange={(_, next) => onChoose(next ?? undefined)}
        slotProps={{ button: { id, 'aria-labelledby': `${id}-label ${id}` } }}
      >
        {flows.map(({ id: value, name }) => (
          <Option key={value} value={value}>
            {name}
          </Option>
        ))}
      </Select>
      <p>{docs.keyFromVariable}</p>
    </div>
  )
}
