import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { exampleOf, MAX_FIELDS, type OverrideRow, toOverrides } from './snippets/override-fields.ts'
import type { ApiRequest } from './snippets/request.ts'
import { baseUrlOf, type SharedState } from './use-sharing.ts'

const exampleFiles: Record<string, string> = {
  txtFile: 'example.txt',
  pdfFile: 'example.pdf',
  jsonFile: 'example.json',
  csvFile: 'example.csv',
  jsonlinesFile: 'example.jsonl',
  docxFile: 'example.docx',
  yamlFile: 'example.yaml',
  excelFile: 'example.xlsx',
  powerpointFile: 'example.pptx',
}

/** Shown in place of a key, except for one created in this dialog. */
const KEY_PLACEHOLDER = 'YOUR_API_KEY'

export type CreatedKey = { id: string; secret: string }

export function useRequest({ sharing, fields, sections }: SharedState, created: CreatedKey | undefined) {
  const { sharing: texts } = useTexts()
  const fileField = fields.find(({ type, isOpen }) => type === 'file' && isOpen)
  const [question, setQuestion] = useState(sections.starterPrompts.prompts[0] || texts.sampleQuestion)
  const [streaming, setStreaming] = useState(false)
  const [session, setSession] = useState<string>()
  const [hasFile, setHasFile] = useState(fileField !== undefined)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})

  const file = fileField && hasFile ? (exampleFiles[fileField.name] ?? 'example.txt') : undefined
  const isChosen = ({ key }: OverrideRow) => chosen.includes(key)
  const textOf = ({ key, type }: OverrideRow) => values[key] ?? exampleOf(type)
  const rows = fields.filter(({ type, isOpen }) => type !== 'file' && isOpen)
  const taken = rows.filter(isChosen)
  const count = 1 + taken.length + (file === undefined ? 0 : 1) + (session === undefined ? 0 : 1)

  const request: ApiRequest = {
    url: `${baseUrlOf(sharing)}/api/v1/prediction/${sharing.id}`,
    key: sharing.apiKeyId === null ? undefined : secretOf(sharing.apiKeyId, created),
    question: question || texts.sampleQuestion,
    sessionId: session,
    streaming: streaming && sharing.canStream,
    file,
    overrides: toOverrides(taken, textOf),
  }
  return {
    request,
    rows,
    isChosen,
    textOf,
    isFull: count >= MAX_FIELDS,
    canSendFile: fileField !== undefined,
    hasFileField: fields.some(({ type }) => type === 'file'),
    values: { question, streaming, session, hasFile },
    setQuestion,
    setStreaming,
    setSession,
    setHasFile,
    setText: ({ key }: OverrideRow, text: string) => setValues((before) => ({ ...before, [key]: text })),
    toggle: ({ key }: OverrideRow) =>
      setChosen((before) =>
        before.includes(key) ? before.filter((each) => each !== key) : [...before, key],
      ),
  }
}
export type RequestForm = ReturnType<typeof useRequest>

function secretOf(id: string, created: CreatedKey | undefined) {
  return created?.id === id ? created.secret : KEY_PLACEHOLDER
}
