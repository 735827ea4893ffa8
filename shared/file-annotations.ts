import { z } from 'zod'

/** As the assistant has named the file. */
const filePath = z.string()

const storedFile = z.object({
  filePath,
  /** As stored with the chat. */
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  url: z.string().regex(/^(https?:\/)?\/\S+$/),
})

/** A file that an assistant has made for its answer, or why it could not be fetched. */
const fileAnnotationSchema = z.union([storedFile, z.object({ filePath, error: z.string() })])
export type FileAnnotation = z.infer<typeof fileAnnotationSchema>

/** Annotations of another shape are left out. */
export function readFileAnnotations(annotations: readonly unknown[] = []): FileAnnotation[] {
  return annotations.flatMap((each) => fileAnnotationSchema.safeParse(each).data ?? [])
}
