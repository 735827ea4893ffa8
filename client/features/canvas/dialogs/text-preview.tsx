import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useTexts } from '#client/texts/texts.tsx'

/** A text as it reads: HTML in it stays text, and no picture is fetched. */
export function TextPreview({ text }: { text: string }) {
  const { canvasFields } = useTexts()
  return text.trim() === '' ? (
    <p className="choice-note">{canvasFields.nothingToPreview}</p>
  ) : (
    <div className="text-preview">
      <ReactMarkdown remarkPlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}

const plugins = [remarkGfm]

const components: Components = {
  a: ({ children }) => <u>{children}</u>,
  img: ({ alt }) => <em>{alt}</em>,
  // The dialog has its own heading; those of the text stand below it.
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
}
