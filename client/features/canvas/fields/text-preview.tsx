import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useTexts } from '#client/texts/texts.tsx'

/** Markdown preview: HTML stays text, and images are not loaded. */
export function TextPreview({ text }: { text: string }) {
  const { canvasFields } = useTexts()
  return text.trim() === '' ? (
    <p className="choice-note text-tertiary pad-10-12">{canvasFields.nothingToPreview}</p>
  ) : (
    <div className="text-preview text-14 breaks-anywhere text-primary">
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
  // The dialog has its own heading, so those of the text are shifted down.
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
}
