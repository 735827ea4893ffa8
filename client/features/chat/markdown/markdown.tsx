import { useId } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useTexts } from '#client/texts/texts.tsx'
import { CodeBlock } from './code-block.tsx'

/**
 * The words of a model as formatted text. They are not to be trusted: HTML in them stays text, only harmless addresses
 * become links, and pictures are links too, because fetching one would tell its server what stands in its address.
 */
export function Markdown({ text, components: own }: { text: string; components?: Components }) {
  const prefix = useId()
  return (
    <ReactMarkdown
      remarkPlugins={plugins}
      remarkRehypeOptions={{ clobberPrefix: `${prefix}-` }}
      components={{ ...components, ...own }}
    >
      {text}
    </ReactMarkdown>
  )
}

const plugins = [remarkGfm]

const components: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <Picture src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => <Table>{children}</Table>,
  // The page has its own headings; those of an answer stand below them.
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
}

/** react-markdown has emptied the addresses it found unsafe. */
function SafeLink({ href, children }: { href: string | undefined; children: React.ReactNode }) {
  if (!href) {
    return <span>{children}</span>
  }
  if (href.startsWith('#')) {
    return <a href={href}>{children}</a>
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

function Picture({ src, alt }: { src: string; alt: string }) {
  const { chat } = useTexts()
  return <SafeLink href={src}>{chat.image(alt || src)}</SafeLink>
}

function Table({ children }: { children: React.ReactNode }) {
  const { chat } = useTexts()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the arrow keys
    <section className="md-table" aria-label={chat.table} tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}
