// A plain route, because the request's origin matters: a flow may restrict its sites.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { readInput } from '#server/http/read-input.ts'
import { authorizeVisitor } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { leadSchema, leaveLeadInput } from '#shared/leads.ts'

const docs: PlainRouteDocs = {
  id: 'createLead',
  tag: 'Leads',
  summary: 'Leave contact details',
  body: leaveLeadInput,
  response: leadSchema,
  errors: [404],
}

export function mountLeads(rest: FastifyInstance, services: Services) {
  const route = 'POST /api/v1/leads'
  const leave = async (request: FastifyRequest, reply: FastifyReply) => {
    const visitor = await authorizeVisitor(route, { request, reply, services }, { writes: true })
    return services.leads.leave(readInput(leaveLeadInput, request.body), visitor)
  }
  rest.post('/leads', { config: { docs } }, leave)
}
