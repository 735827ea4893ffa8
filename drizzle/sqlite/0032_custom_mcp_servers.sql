CREATE TABLE `custom_mcp_servers` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`shown_url` text NOT NULL,
	`icon_src` text,
	`color` text,
	`auth_type` text NOT NULL,
	`sealed` text NOT NULL,
	`tools` text NOT NULL,
	`tool_settings` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`listed_date` integer,
	`created_date` integer NOT NULL,
	`updated_date` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `custom_mcp_servers_user` ON `custom_mcp_servers` (`user_id`,`updated_date`);