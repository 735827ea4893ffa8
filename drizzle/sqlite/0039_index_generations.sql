DROP INDEX `index_chunks_staged`;--> statement-breakpoint
ALTER TABLE `index_chunks` ADD `added_in` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `index_chunks` ADD `removed_in` integer;--> statement-breakpoint
-- Chunks of an upsert that has not ended belong to the next generation.
UPDATE `index_chunks` SET `added_in` = 1 WHERE NOT `is_live`;--> statement-breakpoint
CREATE INDEX `index_chunks_added` ON `index_chunks` (`index_id`,`added_in`);--> statement-breakpoint
CREATE INDEX `index_chunks_removed` ON `index_chunks` (`index_id`,`removed_in`) WHERE "index_chunks"."removed_in" is not null;--> statement-breakpoint
ALTER TABLE `index_chunks` DROP COLUMN `is_live`;--> statement-breakpoint
DROP INDEX `indexes_name`;--> statement-breakpoint
ALTER TABLE `indexes` ADD `generation` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `indexes` ADD `removed_date` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `indexes_name` ON `indexes` (`user_id`,`name`) WHERE "indexes"."removed_date" is null;--> statement-breakpoint
DROP INDEX `vector_spaces_key`;--> statement-breakpoint
ALTER TABLE `vector_spaces` ADD `swept_date` integer;--> statement-breakpoint
ALTER TABLE `vector_spaces` ADD `removed_date` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `vector_spaces_key` ON `vector_spaces` (`user_id`,`key`) WHERE "vector_spaces"."removed_date" is null;--> statement-breakpoint
ALTER TABLE `embedded_texts` ADD `unused_date` integer;--> statement-breakpoint
CREATE INDEX `embedded_texts_unused` ON `embedded_texts` (`space_id`) WHERE "embedded_texts"."unused_date" is not null;