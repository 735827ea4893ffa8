-- A message has its number from now on when it is stored; those whose words were not indexed yet have none.
UPDATE `messages` SET `number` = `numbered`.`number` FROM (
  SELECT `id`, (SELECT coalesce(max(`number`), 0) FROM `messages`) + row_number() OVER (ORDER BY `created_date`) AS `number`
  FROM `messages` WHERE `number` IS NULL
) AS `numbered` WHERE `numbered`.`id` = `messages`.`id`;
