import { z } from 'zod'
import type { NodeTemplate, TemplateInput } from './nodes.ts'

// Built by describeNode from our own declarations, so it needs no validation. Documented in node-template.ts.
export const nodeTemplateSchema = z.custom<NodeTemplate>()
export const nodeInputSchema = z.custom<TemplateInput>()
