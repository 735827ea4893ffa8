import { z } from 'zod'
import type { NodeTemplate, TemplateInput } from './nodes.ts'

// Built by describeNode from our own declarations, so nothing is left to check. The document states them in node-template.ts.
export const nodeTemplateSchema = z.custom<NodeTemplate>()
export const nodeInputSchema = z.custom<TemplateInput>()
