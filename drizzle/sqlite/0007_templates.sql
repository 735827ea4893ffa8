CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`badge` text NOT NULL,
	`usecases` text NOT NULL,
	`type` text NOT NULL,
	`flow_data` text,
	`thumbnail` text NOT NULL,
	`node_count` integer NOT NULL,
	`kinds` text NOT NULL,
	`color` text,
	`icon_src` text,
	`schema` text,
	`func` text,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `templates_user` ON `templates` (`user_id`,`updated_date`);