-- Keys that could ask flows before `flows:ask` was a permission of its own keep doing so.
UPDATE `api_keys` SET `permissions` = json_insert(`permissions`, '$[#]', 'flows:ask')
WHERE NOT EXISTS (SELECT 1 FROM json_each(`api_keys`.`permissions`) WHERE value = 'flows:ask')
AND (
  EXISTS (
    SELECT 1 FROM json_each(`api_keys`.`permissions`)
    WHERE value IN ('chatflows:view', 'agentflows:view', 'chatflows:update', 'agentflows:update')
  )
  OR EXISTS (SELECT 1 FROM `flows` WHERE `flows`.`apikeyid` = `api_keys`.`id`)
);
