import { useId } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useTexts } from '#client/texts/texts.tsx'
import { CodeBlock } from './code-block.tsx'

/**
 * Model output as formatted text. It is untrusted: HTML stays text, only safe URLs become links, and images become
 * links too, because fetching one would leak its URL to a third-party server.
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
  // Headings of an answer rank below those of the page.
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
}

/** react-markdown has removed unsafe URLs. */
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
