// A plain route: it answers with a picture.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { catalogue } from '../nodes/catalogue.ts'
import { iconSvg } from '../nodes/icons.ts'

export function mountNodeIcons(app: FastifyInstance) {
  app.get('/node-icon/:name', (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const { name } = request.params
    const svg = iconSvg(catalogue.get(name)?.icon ?? '')
    if (!svg) {
      throw new AppError('NOT_FOUND', `There is no node named ${name}.`)
    }
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(svg)
  })
}
