CREATE TABLE `embedded_texts` (
	`space_id` text NOT NULL,
	`hash` blob NOT NULL,
	`vector` blob NOT NULL,
	`bits` blob NOT NULL,
	`created_date` integer NOT NULL,
	PRIMARY KEY(`space_id`, `hash`),
	FOREIGN KEY (`space_id`) REFERENCES `vector_spaces`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `index_chunks` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`index_id` text NOT NULL,
	`id` text NOT NULL,
	`content` text NOT NULL,
	`metadata` text NOT NULL,
	`source` text,
	`hash` blob NOT NULL,
	`position` integer NOT NULL,
	`is_live` integer NOT NULL,
	FOREIGN KEY (`index_id`) REFERENCES `indexes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `index_chunks_id` ON `index_chunks` (`index_id`,`id`);--> statement-breakpoint
CREATE INDEX `index_chunks_source` ON `index_chunks` (`index_id`,`source`,`position`);--> statement-breakpoint
CREATE INDEX `index_chunks_staged` ON `index_chunks` (`index_id`) WHERE not "index_chunks"."is_live";--> statement-breakpoint
CREATE TABLE `indexes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`space_id` text,
	`version` integer NOT NULL,
	`size` integer NOT NULL,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`space_id`) REFERENCES `vector_spaces`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `indexes_name` ON `indexes` (`user_id`,`name`);--> statement-breakpoint
CREATE INDEX `indexes_space` ON `indexes` (`space_id`);--> statement-breakpoint
CREATE TABLE `vector_spaces` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`dimensions` integer NOT NULL,
	`center` blob NOT NULL,
	`created_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vector_spaces_key` ON `vector_spaces` (`user_id`,`key`);--> statement-breakpoint
CREATE TABLE `job_attempts` (
	`job_id` text NOT NULL,
	`number` integer NOT NULL,
	`owner` text NOT NULL,
	`started_date` integer NOT NULL,
	`ended_date` integer,
	`outcome` text,
	`error` text,
	PRIMARY KEY(`job_id`, `number`),
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`queue_key` text NOT NULL,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`progress` text,
	`result` text,
	`error` text,
	`attempts` integer NOT NULL,
	`run_date` integer NOT NULL,
	`owner` text,
	`lease_date` integer,
	`cancel_date` integer,
	`created_date` integer NOT NULL,
	`ended_date` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`run_date`) WHERE "jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_running` ON `jobs` (`queue_key`) WHERE "jobs"."state" = 'running';--> statement-breakpoint
CREATE INDEX `jobs_subject` ON `jobs` (`subject_id`,`created_date`);--> statement-breakpoint
CREATE INDEX `jobs_user` ON `jobs` (`user_id`,`created_date`);--> statement-breakpoint
CREATE TABLE `store_chunks` (
	`id` text PRIMARY KEY NOT NULL,
	`store_id` text NOT NULL,
	`source_id` text NOT NULL,
	`generation` integer NOT NULL,
	`chunk_no` integer NOT NULL,
	`page_content` text NOT NULL,
	`metadata` text NOT NULL,
	`revision` integer NOT NULL,
	FOREIGN KEY (`store_id`) REFERENCES `stores`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`source_id`) REFERENCES `store_sources`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `store_chunks_source` ON `store_chunks` (`source_id`,`generation`,`chunk_no`);--> statement-breakpoint
CREATE INDEX `store_chunks_store` ON `store_chunks` (`store_id`,`source_id`,`chunk_no`);--> statement-breakpoint
CREATE TABLE `store_sources` (
	`id` text PRIMARY KEY NOT NULL,
	`store_id` text NOT NULL,
	`name` text NOT NULL,
	`loader_id` text NOT NULL,
	`loader_name` text NOT NULL,
	`loader_config` text NOT NULL,
	`splitter_id` text,
	`splitter_name` text,
	`splitter_config` text NOT NULL,
	`credential` text,
	`files` text NOT NULL,
	`bytes` integer NOT NULL,
	`pages` integer,
	`state` text NOT NULL,
	`error` text,
	`total_chunks` integer NOT NULL,
	`total_chars` integer NOT NULL,
	`generation` integer NOT NULL,
	`content_hash` text,
	`schedule` text,
	`next_date` integer,
	`read_date` integer,
	`changes` text,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`store_id`) REFERENCES `stores`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `store_sources_store` ON `store_sources` (`store_id`,`created_date`);--> statement-breakpoint
CREATE INDEX `store_sources_next` ON `store_sources` (`next_date`) WHERE "store_sources"."next_date" is not null;--> statement-breakpoint
CREATE TABLE `store_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`store_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`bytes` integer NOT NULL,
	`received` integer NOT NULL,
	`created_date` integer NOT NULL,
	FOREIGN KEY (`store_id`) REFERENCES `stores`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `store_uploads_store` ON `store_uploads` (`store_id`);--> statement-breakpoint
CREATE TABLE `stores` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`embedding` text,
	`vector_store` text,
	`record_manager` text,
	`status` text NOT NULL,
	`upserted_date` integer,
	`test_set` text,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `flows`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `stores_user` ON `stores` (`user_id`,`kind`);--> statement-breakpoint
CREATE TABLE `upserts` (
	`id` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`user_id` text NOT NULL,
	`job_id` text NOT NULL,
	`node_id` text NOT NULL,
	`status` text NOT NULL,
	`status_text` text NOT NULL,
	`counts` text,
	`nodes` text NOT NULL,
	`is_draft` integer NOT NULL,
	`started_by` text NOT NULL,
	`cost_micro` integer NOT NULL,
	`date` integer NOT NULL,
	`ended_date` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `upserts_subject` ON `upserts` (`subject_id`,`date`);--> statement-breakpoint
CREATE INDEX `upserts_job` ON `upserts` (`job_id`);--> statement-breakpoint
CREATE INDEX `upserts_user` ON `upserts` (`user_id`);--> statement-breakpoint
CREATE INDEX `upserts_processing` ON `upserts` (`date`) WHERE "upserts"."status" = 'PROCESSING';--> statement-breakpoint
ALTER TABLE `flows` ADD `purpose` text DEFAULT 'flow' NOT NULL;