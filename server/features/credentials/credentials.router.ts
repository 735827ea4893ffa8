import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  createCredentialInput,
  credentialSchema,
  credentialUseSchema,
  listCredentialsInput,
  openCredentialSchema,
  testCredentialInput,
  testCredentialResult,
  updateCredentialInput,
} from '#shared/credentials.ts'
import type { Kind } from '#shared/kinds.ts'
import { nodeInputSchema } from '#shared/node-schemas.ts'
import { deleteResult } from '#shared/variables.ts'

const idInput = z.object({ id: z.string() })
const kindSchema = z.object({
  name: z.string(),
  label: z.string(),
  version: z.number(),
  description: z.string().optional(),
  /** Kinds of outputs of the nodes that accept this credential: models, memories, tools. */
  serves: z.array(z.custom<Kind>()),
  inputs: z.array(nodeInputSchema),
})

export const credentialsRouter = router({
  kinds: procedure
    .meta({
      rest: {
        shared: true,
        method: 'GET',
        path: '/components-credentials',
        id: 'listCredentialTypes',
        tag: 'Credentials',
        summary: 'List credential types',
      },
    })
    .output(z.array(kindSchema))
    .query(({ ctx }) => ctx.services.credentials.listKinds()),

  kind: procedure
    .meta({
      rest: {
        shared: true,
        method: 'GET',
        path: '/components-credentials/:name',
        id: 'getCredentialType',
        tag: 'Credentials',
        summary: 'Get a credential type',
      },
    })
    .input(z.object({ name: z.string() }))
    .output(kindSchema)
    .query(({ ctx, input }) => ctx.services.credentials.getKind(input.name)),

  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/credentials',
        id: 'listCredentials',
        tag: 'Credentials',
        summary: 'List credentials',
      },
    })
    .input(listCredentialsInput)
    .output(z.array(credentialSchema))
    .query(({ ctx, input: { credentialName } }) =>
      ctx.services.credentials.list(
        ctx.caller,
        credentialName === undefined ? undefined : [credentialName].flat(),
      ),
    ),

  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/credentials/:id',
        id: 'getCredential',
        tag: 'Credentials',
        summary: 'Get a credential',
      },
    })
    .input(idInput)
    .output(openCredentialSchema)
    .query(({ ctx, input }) => ctx.services.credentials.get(ctx.caller, input.id)),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/credentials',
        id: 'createCredential',
        tag: 'Credentials',
        summary: 'Create a credential',
      },
    })
    .input(createCredentialInput)
    .output(credentialSchema)
    .mutation(({ ctx, input }) => ctx.services.credentials.create(ctx.caller, input, ctx.origin)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/credentials/:id',
        id: 'updateCredential',
        tag: 'Credentials',
        summary: 'Update a credential',
      },
    })
    .input(updateCredentialInput)
    .output(credentialSchema)
    .mutation(({ ctx, input }) => ctx.services.credentials.update(ctx.caller, input, ctx.origin)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/credentials/:id',
        id: 'deleteCredential',
        tag: 'Credentials',
        summary: 'Delete a credential',
      },
    })
    .input(idInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.credentials.remove(ctx.caller, input.id, ctx.origin)),

  uses: procedure
    .output(z.array(credentialUseSchema))
    .query(({ ctx }) => ctx.services.credentials.uses(ctx.caller)),

  usesOf: procedure
    .input(idInput)
    .output(credentialUseSchema)
    .query(({ ctx, input }) => ctx.services.credentials.usesOf(ctx.caller, input.id)),

  test: procedure
    .input(testCredentialInput)
    .output(testCredentialResult)
    .mutation(({ ctx, input }) => ctx.services.credentials.test(ctx.caller, input)),
})
