// A plain route, because the page that asks matters here: a flow may be for some sites alone.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readInput } from '#server/http/read-input.ts'
import { enterAsVisitor } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { leaveLeadInput } from '#shared/leads.ts'

export function mountLeads(rest: FastifyInstance, services: Services) {
  const door = 'POST /api/v1/leads'
  const leave = async (request: FastifyRequest, reply: FastifyReply) => {
    const visitor = await enterAsVisitor(door, { request, reply, services }, { writes: true })
    return services.leads.leave(readInput(leaveLeadInput, request.body), visitor)
  }
  rest.post('/leads', leave)
}
