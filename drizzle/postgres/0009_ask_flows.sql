-- Keys that could ask flows before `flows:ask` was a permission of its own keep doing so.
UPDATE "api_keys" SET "permissions" = "permissions" || '["flows:ask"]'::jsonb
WHERE NOT "permissions" @> '["flows:ask"]'::jsonb
AND (
  "permissions" @> '["chatflows:view"]'::jsonb
  OR "permissions" @> '["agentflows:view"]'::jsonb
  OR "permissions" @> '["chatflows:update"]'::jsonb
  OR "permissions" @> '["agentflows:update"]'::jsonb
  OR EXISTS (SELECT 1 FROM "flows" WHERE "flows"."apikeyid" = "api_keys"."id")
);
