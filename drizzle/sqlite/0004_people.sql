CREATE TABLE `assistants` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`details` text NOT NULL,
	`credential` text NOT NULL,
	`icon_src` text,
	`type` text NOT NULL,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `assistants_user` ON `assistants` (`user_id`,`updated_date`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`action` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`on_behalf_of` text,
	`subject_id` text,
	`details` text NOT NULL,
	`address` text NOT NULL,
	`hash` text NOT NULL,
	`created_date` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_number` ON `audit_entries` (`number`);--> statement-breakpoint
CREATE INDEX `audit_entries_subject` ON `audit_entries` (`subject_id`,`number`);--> statement-breakpoint
CREATE INDEX `audit_entries_behalf` ON `audit_entries` (`on_behalf_of`,`number`);--> statement-breakpoint
CREATE TABLE `reset_links` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`admin_id` text,
	`created_date` integer NOT NULL,
	`expires_date` integer NOT NULL,
	`used_date` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reset_links_user` ON `reset_links` (`user_id`);--> statement-breakpoint
CREATE TABLE `tools` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`color` text NOT NULL,
	`icon_src` text,
	`schema` text,
	`func` text,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tools_user` ON `tools` (`user_id`,`updated_date`);--> statement-breakpoint
CREATE TABLE `avatars` (
	`user_id` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`media_type` text NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_seen_date` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `users` ADD `last_seen_date` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `removed_date` integer;